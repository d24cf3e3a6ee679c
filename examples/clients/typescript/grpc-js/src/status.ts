// Decodes the details of a gRPC status, which grpc-js leaves in the trailing metadata.
import { type ServiceError, status as codes } from "@grpc/grpc-js";

import type { Any } from "./gen/google/protobuf/any.js";
import { Status } from "./gen/google/rpc/status.js";

/** A message type of ts-proto, found in details by its full name. */
interface DetailType<T> {
  decode(bytes: Uint8Array): T;
}

export class StatusDetails {
  /** Name of the status code, such as "NOT_FOUND". */
  readonly code: string;
  readonly #details: Any[];

  constructor(error: ServiceError) {
    this.code = codes[error.code] ?? String(error.code);
    // A status that the service did not write, such as UNAVAILABLE, has no details.
    const [bytes] = error.metadata.get("grpc-status-details-bin");
    this.#details = Buffer.isBuffer(bytes) ? Status.decode(bytes).details : [];
  }

  /** Returns the detail with a full name such as "google.rpc.ErrorInfo". */
  find<T>(name: string, type: DetailType<T>): T | undefined {
    const detail = this.#details.find(({ typeUrl }) => typeUrl.split("/").at(-1) === name);
    return detail && type.decode(detail.value);
  }
}
