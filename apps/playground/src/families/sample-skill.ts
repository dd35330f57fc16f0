/** A skill that comes with the page, as load_skill finds it. */
export const sampleSkills: Readonly<Record<string, string>> = {
  "/skills/changelog/SKILL.md": `---
name: changelog
description: Note a change in CHANGELOG.md. Use it after each change that users can see.
---

# Note a change

1. Read CHANGELOG.md and take over its style.
2. Write one bullet below the newest version: what is different for users, in the present tense.
3. Leave out files, functions and names of people.
`,
};
