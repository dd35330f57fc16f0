/** Why a server is not there; it makes no sense to try again at once. */
export class ServerUnavailable extends Error {
  override readonly name = "ServerUnavailable";
}
