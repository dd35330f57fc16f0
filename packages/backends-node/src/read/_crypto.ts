/** Node's cryptography. Loading it takes 2 MB and 3 ms, which only those who write need to pay. */
export const crypto = () => process.getBuiltinModule("node:crypto");
