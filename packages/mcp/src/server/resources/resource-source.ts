import type { Session } from "@holdall/tool-core";
import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";

/** A page of resources; `next` is where the next page begins. */
export interface ResourcePage {
  readonly resources: readonly Resource[];
  readonly next?: number | undefined;
}

/**
 * A source of content that a client can read without calling a tool. Reads are subject to the session's policy and never ask
 * for approval.
 */
export interface ResourceSource {
  readonly templates?: readonly ResourceTemplateType[];
  /** The available resources, from an offset on. Throws ToolErrors. */
  list(session: Session, from: number, signal: AbortSignal): Promise<ResourcePage>;
  /** True for a URI of this source, whether or not the resource exists. */
  owns(uri: string): boolean;
  /** Throws ToolErrors, `permission_denied` for resources that the policy does not allow. */
  read(session: Session, uri: string, signal: AbortSignal): Promise<ReadResourceResult["contents"]>;
  /** Values for a variable of its templates that start with what was typed, the best first. */
  complete?(
    session: Session,
    at: { readonly variable: string; readonly value: string },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Listen for changed resources; returns a function that stops it. */
  watch?(session: Session, changed: (uri: string) => void): () => void;
}
