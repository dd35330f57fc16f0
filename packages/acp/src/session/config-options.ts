import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import { asRequestError, invalidParams } from "../agent/as-request-error.ts";
import type { AcpModel } from "../host.ts";
import type { Modes } from "./modes.ts";

/** What the user chooses in an editor: the mode and the model. */
export const configOptions = (modes: Modes, model: AcpModel): SessionConfigOption[] => {
  const { currentModeId, availableModes } = modes.state();
  const names = [...new Set([model.name, ...model.known()])];
  return [
    {
      id: "mode",
      name: "Mode",
      category: "mode",
      type: "select",
      currentValue: currentModeId,
      options: availableModes.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    {
      id: "model",
      name: "Model",
      category: "model",
      type: "select",
      currentValue: model.name,
      options: names.map((name) => ({ value: name, name })),
    },
  ];
};

/** Set an option of a session. Throws for an unknown option or value. A model can be any that the host can load. */
export async function setConfigOption(id: string, value: unknown, modes: Modes, model: AcpModel): Promise<void> {
  if (typeof value !== "string") throw invalidParams(`The option ${id} takes one of its values.`);
  if (id === "mode") return modes.set(value);
  if (id !== "model") throw invalidParams(`There is no option ${id}. The options are mode and model.`);
  try {
    await model.change(value);
  } catch (thrown) {
    throw invalidParams(asRequestError(thrown).message);
  }
}
