const kinds =
  "file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null enum_member struct event operator type_parameter".split(
    " ",
  );

/** A kind of the protocol, counted from 1, in words. */
export const symbolKind = (kind: unknown): string => kinds[Number(kind) - 1] ?? "symbol";
