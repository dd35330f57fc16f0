const asking =
  /\[y(?:es)?\/n(?:o)?\]|\(y(?:es)?\/n(?:o)?(?:\/[^)]*)?\)|\[y\/n\/[^\]]*\]|(?:password|passphrase|passcode|username|login|token|otp|verification code)\b[^\n]{0,120}:\s*$|press (?:any key|enter|return)|are you sure[^\n]*\?\s*$|(?:continue|proceed|overwrite|replace|ok to proceed)[^\n]{0,80}\?/i;

/** The line in which a program asks the user, when that is among the last things it printed. */
export function findPrompt(text: string): string | undefined {
  return text
    .slice(-2_000)
    .trimEnd()
    .split("\n")
    .slice(-4)
    .findLast((line) => asking.test(line))
    ?.trim()
    .slice(-200);
}
