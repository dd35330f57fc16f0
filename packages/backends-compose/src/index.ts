export { bind, type Editor } from "./bind/bind.ts";
export { type ConfineOptions, confine } from "./confine.ts";
export { mount } from "./mount/mount.ts";
export { type FileEvent, observe } from "./observe.ts";
export { type Overlay, type OverlayChange, type OverlayOptions, overlay } from "./overlay/overlay.ts";
export { readOnly } from "./read-only.ts";
