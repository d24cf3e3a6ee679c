// Makes unary calls of grpc-js return promises, each with a deadline.
import { type CallOptions, type Client, type ClientUnaryCall, Metadata, type ServiceError } from "@grpc/grpc-js";

type Method<Request, Response> = (
  request: Request,
  metadata: Metadata,
  options: Partial<CallOptions>,
  callback: (error: ServiceError | null, response: Response) => void,
) => ClientUnaryCall;

/** Returns the options of a call that ends within a minute. */
export function withDeadline(): Partial<CallOptions> {
  return { deadline: Date.now() + 60_000 };
}

/** Calls a method of a client. Rejects with a ServiceError. */
export function unary<Request, Response>(
  client: Client,
  method: Method<Request, Response>,
  request: Request,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    method.call(client, request, new Metadata(), withDeadline(), (error, response) => {
      if (error) {
        reject(error);
      } else {
        resolve(response);
      }
    });
  });
}
