import type { BackendFixture } from "../backend-case.ts";

export const needsWrite = ({ backend }: BackendFixture): string | undefined =>
  backend.can.write ? undefined : "the backend is read-only";

export const needsCompareAndSwap = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.can.compareAndSwap ? undefined : "the backend cannot compare and swap");

export const needsEmptyDirectories = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.can.emptyDirectories ? undefined : "the backend has no empty directories");

export const needsMove = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.move ? undefined : "the backend has no move of its own");

export const needsStream = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.stream ? undefined : "the backend does not stream");

export const needsWriteFrom = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.writeFrom ? undefined : "the backend takes contents at once only");

export const needsReopen = (fixture: BackendFixture): string | undefined =>
  needsCompareAndSwap(fixture) ?? (fixture.reopen ? undefined : "the storage has one handle only");

export const needsGlob = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.glob ? undefined : "the backend has no glob of its own");

export const needsSearch = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.search ? undefined : "the backend has no search of its own");

export const needsLinks = (fixture: BackendFixture): string | undefined =>
  fixture.link ? undefined : "the storage has no links, or the fixture makes none";

export const needsRealPath = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.realPath ? undefined : "the backend has no links");
