/** The user's answer to a question: yes this time, until the session ends, from now on, or no. */
export type Answer = "once" | "session" | "always" | "deny";
