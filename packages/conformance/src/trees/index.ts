export { type CopiedTree, describeTreeCopies } from "./describe-tree-copies.ts";
export { type HostileTree, hostileLinks } from "./hostile-tree.ts";
