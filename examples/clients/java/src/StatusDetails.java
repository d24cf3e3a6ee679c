import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Optional;

/** The status code of a failed call and its typed details. */
final class StatusDetails {
  private final Status.Code code;
  private final com.google.rpc.Status status;

  StatusDetails(StatusRuntimeException e) {
    this.code = e.getStatus().getCode();
    this.status = StatusProto.fromThrowable(e);
  }

  Status.Code code() {
    return code;
  }

  /** Returns the first detail of a type. */
  <T extends Message> Optional<T> find(Class<T> type) {
    for (Any detail : status.getDetailsList()) {
      if (detail.is(type)) {
        try {
          return Optional.of(detail.unpack(type));
        } catch (InvalidProtocolBufferException e) {
          throw new IllegalStateException("malformed status detail " + detail.getTypeUrl(), e);
        }
      }
    }
    return Optional.empty();
  }
}
