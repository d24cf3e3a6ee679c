package codeintel

import (
	"cmp"
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// complexityResult is the structured result of coderef_complexity.
type complexityResult struct {
	analysisResult

	Element    *elementResult    `json:"element"`
	Complexity *metricsResult    `json:"complexity"`
	Elements   *[]measuredResult `json:"elements"`
	Total      int               `json:"total"`
	NextCursor string            `json:"next_cursor"`
	Rule       string            `json:"rule"`
}

type measuredResult struct {
	Element *elementResult `json:"element"`
	Metrics *metricsResult `json:"metrics"`
}

type metricsResult struct {
	Lines         *int     `json:"lines"`
	CodeLines     *int     `json:"code_lines"`
	Functions     *int     `json:"functions"`
	Cyclomatic    *int     `json:"cyclomatic"`
	MaxCyclomatic *int     `json:"max_cyclomatic"`
	Cognitive     *int     `json:"cognitive"`
	MaxCognitive  *int     `json:"max_cognitive"`
	Nesting       *int     `json:"nesting"`
	Parameters    *int     `json:"parameters"`
	FanIn         *int     `json:"fan_in"`
	FanOut        *int     `json:"fan_out"`
	Score         *float64 `json:"score"`
	Level         string   `json:"level"`
}

// complexityArguments are the arguments of coderef_complexity. Unset ones are not sent.
type complexityArguments struct {
	ProjectPath      string `json:"project_path"`
	Element          string `json:"element"`
	Limit            int32  `json:"limit,omitzero"`
	Cursor           string `json:"cursor,omitempty"`
	IncludeGenerated bool   `json:"include_generated,omitzero"`
}

// wholeProject is the tool's name for an element that covers the whole project.
const wholeProject = "."

// MeasureComplexity measures the complexity of code.
func (s *Service) MeasureComplexity(
	ctx context.Context, req *codeintelv1.MeasureComplexityRequest,
) (*codeintelv1.MeasureComplexityResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_MeasureComplexity_FullMethodName, instead: smallerPage,
		arguments: complexityArguments{
			ProjectPath:      req.GetProjectPath(),
			Element:          cmp.Or(req.GetTarget(), wholeProject),
			Limit:            typedPageSize(req.GetPageSize()),
			Cursor:           req.GetPageToken(),
			IncludeGenerated: req.GetIncludeGenerated(),
		},
	}, (*complexityResult).response)
}

func (a *complexityResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.MeasureComplexityResponse {
	return &codeintelv1.MeasureComplexityResponse{
		Target:  p.element("element", a.Element),
		Metrics: a.metrics(p),
		Elements: each(p, "elements", a.Elements, func(m *measuredResult) *codeintelv1.ElementComplexity {
			return &codeintelv1.ElementComplexity{
				Element: p.element("elements.element", m.Element),
				Metrics: must(p, "elements.metrics", m.Metrics).message(p),
			}
		}),
		NextPageToken: a.NextCursor,
		TotalSize:     toolcall.Count(a.Total),
		Rule:          a.Rule,
		Analysis:      a.analysis(),
		CallInfo:      call,
	}
}

// metrics returns the metrics of the target. The tool omits zeros of code that contains functions, and
// reports 0 for metrics that it does not count.
func (a *complexityResult) metrics(p *contractCheck) *codeintelv1.ComplexityMetrics {
	metrics := must(p, "complexity", a.Complexity).message(p)
	target := must(p, "element", a.Element)
	if target.File == wholeProject { // only packages are not part of it
		metrics.FanIn, metrics.FanOut = nil, nil
	}
	measured := enumOf[codeintelv1.Precision](a.Precision) != codeintelv1.Precision_PRECISION_HEURISTIC
	switch enumOf[codeintelv1.ElementType](target.Type) { // the types that contain functions
	case codeintelv1.ElementType_ELEMENT_TYPE_FILE, codeintelv1.ElementType_ELEMENT_TYPE_FOLDER:
		if measured {
			metrics.CodeLineCount = proto.Int32(metrics.GetCodeLineCount())
		}
	case codeintelv1.ElementType_ELEMENT_TYPE_CLASS, codeintelv1.ElementType_ELEMENT_TYPE_INTERFACE,
		codeintelv1.ElementType_ELEMENT_TYPE_ENUM, codeintelv1.ElementType_ELEMENT_TYPE_NAMESPACE:
	default:
		return metrics
	}
	if measured {
		metrics.FunctionCount = proto.Int32(metrics.GetFunctionCount())
		metrics.MaxCyclomatic = proto.Int32(metrics.GetMaxCyclomatic())
		metrics.MaxCognitive = proto.Int32(metrics.GetMaxCognitive())
	}
	return metrics
}

func (a *metricsResult) message(p *contractCheck) *codeintelv1.ComplexityMetrics {
	return &codeintelv1.ComplexityMetrics{
		LineCount:      optionalCount(a.Lines),
		CodeLineCount:  optionalCount(a.CodeLines),
		FunctionCount:  optionalCount(a.Functions),
		Cyclomatic:     optionalCount(a.Cyclomatic),
		MaxCyclomatic:  optionalCount(a.MaxCyclomatic),
		Cognitive:      optionalCount(a.Cognitive),
		MaxCognitive:   optionalCount(a.MaxCognitive),
		MaxNesting:     optionalCount(a.Nesting),
		ParameterCount: optionalCount(a.Parameters),
		FanIn:          optionalCount(a.FanIn),
		FanOut:         optionalCount(a.FanOut),
		Score:          p.optionalUpTo(10, "score", a.Score),
		Level:          enumOf[codeintelv1.ComplexityLevel](a.Level),
	}
}
