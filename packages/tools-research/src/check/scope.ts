/**
 * Words that change what the words around them mean: negation, doubt, attribution, condition, restriction. A part of a sentence
 * that has one of them is not left out.
 */
const scope =
  /^(?:not|no|none|nobody|nothing|nowhere|never|neither|nor|without|hardly|barely|scarcely|seldom|rarely|only|merely|just|solely|but|yet|although|though|however|despite|except|excluding|unless|until|if|whether|when|whenever|while|once|suppos\p{L}*|provided|assuming|otherwise|instead|rather|almost|nearly|about|around|roughly|approximately|partly|partially|less|fewer|more|most|least|over|under|up|may|might|could|would|should|must|can|likely|unlikely|possibl\p{L}*|probabl\p{L}*|perhaps|maybe|potential\p{L}*|theoretical\p{L}*|hypothetical\p{L}*|alleg\p{L}*|report\p{L}*|according|apparent\p{L}*|seem\p{L}*|appear\p{L}*|suggest\p{L}*|believ\p{L}*|thought|think\p{L}*|consider\p{L}*|expect\p{L}*|hope\p{L}*|hoping|plan(?:s|ned|ning)?|propos\p{L}*|intend\p{L}*|predict\p{L}*|forecast\p{L}*|claim\p{L}*|said|say\p{L}*|told|tell\p{L}*|writ\p{L}*|wrote|argu\p{L}*|warn\p{L}*|insist\p{L}*|admit\p{L}*|acknowledg\p{L}*|agree[ds]?|announc\p{L}*|estimat\p{L}*|assum\p{L}*|conced\p{L}*|guess\p{L}*|speculat\p{L}*|contend\p{L}*|assur\p{L}*|promis\p{L}*|vow\p{L}*|testif\p{L}*|accus\p{L}*|declar\p{L}*|stated|remark(?:s|ed)|assert\p{L}*|rumou?r\p{L}*|hoax\p{L}*|myth\p{L}*|legend\p{L}*|fiction\p{L}*|fake\p{L}*|false\p{L}*|untrue|wrong\p{L}*|incorrect\p{L}*|mistak\p{L}*|erroneous\p{L}*|satir\p{L}*|jok\p{L}*|lie[sd]?|lying|den(?:y|ies|ied|ying|ial)|disput\p{L}*|doubt\p{L}*|disprov\p{L}*|debunk\p{L}*|refut\p{L}*|contradict\p{L}*|retract\p{L}*|withdr\p{L}*|cancel\p{L}*|revers\p{L}*|fail\p{L}*|refus\p{L}*|reject\p{L}*|lack\p{L}*|prevent\p{L}*|ceas\p{L}*|stop\p{L}*|former\p{L}*|depend\p{L}*|pending|barring|repeal\p{L}*|revok\p{L}*|overturn\p{L}*|annul\p{L}*|rescind\p{L}*|unconfirmed|unverified|unprov\p{L}*|fabricat\p{L}*|forged?|forger\p{L}*|ex|so-called|ignor\p{L}*|instruct\p{L}*|imagin\p{L}*|dream\p{L}*|pretend\p{L}*)$/iu;

const changesMeaning = (word: string): boolean => scope.test(word);

/** Of these words, those that say how much, where or whether it can be done: in a clause of its own they speak of that clause alone. */
const ofItsClause =
  /^(?:can|up|over|under|about|around|roughly|approximately|nearly|almost|more|most|less|least|fewer)$/i;

/** Whether a part of a sentence, as words, changes what the rest means, so that it is never left out. */
export function limitsRest(words: readonly string[]): boolean {
  const isClause = /^(?:which|who|whom|whose|where|after|since|\p{Ll}{2,}ing)$/iu.test(words[0] ?? "");
  return words.some((word, i) => {
    if (!changesMeaning(word)) return false;
    const isMadeUp = /^ma(?:de|k)/i.test(words[i - 1] ?? "");
    return !isClause || isMadeUp || !ofItsClause.test(word);
  });
}

/** Words that can be left out anywhere. */
const fillers = new Set(
  "also moreover furthermore additionally indeed officially famously notably finally eventually subsequently very really quite".split(
    " ",
  ),
);
export const isFiller = (word: string): boolean => fillers.has(word.toLowerCase());

const articles = new Set(["the", "a", "an"]);
export const isArticle = (word: string): boolean => articles.has(word.toLowerCase());

const connectors = new Set(["and", "but", "so", "then", "while"]);
/** Words that tie a clause to the one before it. */
export const isConnector = (word: string): boolean => connectors.has(word.toLowerCase());

const narrowing = new Set("in under for among with at on within during against of by per".split(" "));
/** Words that begin a condition, such as "in mice". */
export const narrows = (word: string): boolean => narrowing.has(word.toLowerCase());
