import com.coderef.codeintel.v1.AffectedFile;
import com.coderef.codeintel.v1.AnalyzeImpactRequest;
import com.coderef.codeintel.v1.AnalyzeImpactResponse;
import com.coderef.codeintel.v1.CodeIntelServiceGrpc;
import com.coderef.codeintel.v1.CodeIntelServiceGrpc.CodeIntelServiceBlockingStub;
import com.coderef.codeintel.v1.ImpactOperation;
import com.coderef.codeintel.v1.ScanRequest;
import com.coderef.codeintel.v1.ScanResponse;
import com.coderef.codeintel.v1.StreamScanRequest;
import com.coderef.codeintel.v1.StreamScanResponse;
import com.coderef.codeintel.v1.TargetCandidates;
import com.coderef.codeintel.v1.ToolError;
import com.coderef.codeintel.v1.Unresolved;
import com.coderef.tool.v1.CallToolRequest;
import com.coderef.tool.v1.CallToolResponse;
import com.coderef.tool.v1.ListToolsRequest;
import com.coderef.tool.v1.ListToolsResponse;
import com.coderef.tool.v1.Tool;
import com.coderef.tool.v1.ToolServiceGrpc;
import com.coderef.tool.v1.ToolServiceGrpc.ToolServiceBlockingStub;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Calls the tools and the code intelligence of a coderefd service. */
public final class Main {
  private static final long DEADLINE_SECONDS = 60;

  private final ToolServiceBlockingStub tools;
  private final CodeIntelServiceBlockingStub codeIntel;
  private final String project;

  private Main(ManagedChannel channel, String project) {
    this.tools = ToolServiceGrpc.newBlockingStub(channel);
    this.codeIntel = CodeIntelServiceGrpc.newBlockingStub(channel);
    this.project = project;
  }

  /** Returns a stub for one call, because withDeadlineAfter sets an absolute deadline. */
  private ToolServiceBlockingStub tools() {
    return tools.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  private CodeIntelServiceBlockingStub codeIntel() {
    return codeIntel.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  /** Returns the tools of a server, from all pages. */
  private List<Tool> listTools(String server) {
    List<Tool> all = new ArrayList<>();
    ListToolsRequest.Builder request = ListToolsRequest.newBuilder().setServer(server);
    do {
      ListToolsResponse page = tools().listTools(request.build());
      all.addAll(page.getToolsList());
      request.setPageToken(page.getNextPageToken());
    } while (!request.getPageToken().isEmpty());
    return all;
  }

  private void printTools() {
    List<Tool> list = listTools("coderef");
    System.out.println("tools: " + list.size());
    list.forEach(tool -> System.out.println("  " + tool.getName()));
  }

  /** Calls a tool with arguments as a Struct, so that the result is a message, too. */
  private void callScan() {
    CallToolResponse response =
        tools().callTool(callRequest("coderef_scan", Map.of("project_path", string(project))));
    Struct result = response.getStructuredContent().getStructValue();
    int count = result.getFieldsOrThrow("elements").getListValue().getValuesCount();
    System.out.printf("scan: %d elements, is_error %b%n", count, response.getIsError());
  }

  private void analyzeImpact() {
    AnalyzeImpactResponse impact =
        codeIntel()
            .analyzeImpact(
                impactRequest("formatPrice")
                    .setOperation(ImpactOperation.IMPACT_OPERATION_DELETE)
                    .build());
    System.out.printf(
        "impact: %s, %d direct dependents, %d files%n",
        impact.getRisk().getLevel(), impact.getDirectDependentCount(), impact.getTotalSize());
    for (AffectedFile file : impact.getAffectedFilesList()) {
      System.out.printf("  %s: %s%n", file.getFile(), file.getSeverity());
    }
    if (impact.getAnalysis().hasUnresolved()) {
      Unresolved unresolved = impact.getAnalysis().getUnresolved();
      System.out.printf(
          "  unresolved: %d calls, %d imports%n",
          unresolved.getCallCount(), unresolved.getImportCount());
    } else {
      System.out.println("  unresolved: not counted");
    }
    System.out.println("  precision: " + impact.getAnalysis().getPrecision());
  }

  private void streamScan() {
    ScanRequest scan = ScanRequest.newBuilder().setProjectPath(project).build();
    StreamScanRequest request = StreamScanRequest.newBuilder().setScan(scan).build();
    int count = 0;
    Iterator<StreamScanResponse> events = codeIntel().streamScan(request);
    while (events.hasNext()) {
      StreamScanResponse event = events.next();
      switch (event.getEventCase()) {
        case ELEMENTS -> count += event.getElements().getElementsCount();
        case RESULT -> {
          ScanResponse result = event.getResult();
          System.out.printf(
              "stream: %d elements, total_size %d, %d warnings%n",
              count, result.getTotalSize(), result.getAnalysis().getWarningsCount());
        }
        default -> {} // progress, or an event of a newer service
      }
    }
  }

  /** Makes a call that must fail, and prints the parts of the status that programs use. */
  private static void printFailure(String title, Runnable call) {
    StatusDetails details;
    try {
      call.run();
      throw new IllegalStateException(title + ": the call succeeded, want an error");
    } catch (StatusRuntimeException e) {
      details = new StatusDetails(e);
    }
    List<String> words = new ArrayList<>();
    words.add(details.code().name());
    details.find(ErrorInfo.class).ifPresent(info -> words.add(info.getReason()));
    details.find(ToolError.class).ifPresent(error -> words.add(error.getCode().name()));
    System.out.println(title + ": " + String.join(", ", words));
    details.find(TargetCandidates.class).stream()
        .flatMap(target -> target.getCandidatesList().stream())
        .forEach(candidate -> System.out.println("  candidate: " + candidate.getId()));
    details.find(BadRequest.class).stream()
        .flatMap(request -> request.getFieldViolationsList().stream())
        .forEach(v -> System.out.println("  " + v.getField() + ": " + v.getDescription()));
  }

  private static CallToolRequest callRequest(String tool, Map<String, Value> arguments) {
    return CallToolRequest.newBuilder()
        .setName(tool)
        .setArguments(Struct.newBuilder().putAllFields(arguments))
        .build();
  }

  private static Value string(String value) {
    return Value.newBuilder().setStringValue(value).build();
  }

  private AnalyzeImpactRequest.Builder impactRequest(String target) {
    return AnalyzeImpactRequest.newBuilder().setProjectPath(project).setTarget(target);
  }

  private void run() {
    printTools();
    callScan();
    analyzeImpact();
    streamScan();

    AnalyzeImpactRequest ambiguous = impactRequest("currency").build();
    printFailure("ambiguous target", () -> codeIntel().analyzeImpact(ambiguous));
    CallToolRequest badArgument =
        callRequest(
            "coderef_query",
            Map.of(
                "project_path", string(project),
                "query_type", string("calls-me"),
                "target", Value.newBuilder().setNumberValue(5).build()));
    printFailure("bad argument", () -> tools().callTool(badArgument));
    AnalyzeImpactRequest badField = impactRequest("formatPrice").setMaxDepth(11).build();
    printFailure("bad field", () -> codeIntel().analyzeImpact(badField));
  }

  /**
   * Runs the example.
   *
   * @param args ADDRESS, host:port; PROJECT, the absolute path of examples/shop on the service's host
   */
  public static void main(String[] args) throws InterruptedException {
    if (args.length != 2) {
      System.err.println("usage: java Main ADDRESS PROJECT");
      System.exit(2);
    }
    ManagedChannel channel = ManagedChannelBuilder.forTarget(args[0]).usePlaintext().build();
    int exitCode = 0;
    try {
      new Main(channel, args[1]).run();
    } catch (StatusRuntimeException e) {
      System.err.println(e.getMessage());
      exitCode = 1;
    } finally {
      channel.shutdown().awaitTermination(5, TimeUnit.SECONDS);
    }
    System.exit(exitCode);
  }
}
