package codeintel

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// driftResult is the structured result of coderef_drift.
type driftResult struct {
	analysisResult

	IndexPath       string              `json:"index_path"`
	IndexVersion    string              `json:"index_version"`
	GeneratedAt     string              `json:"generated_at"`
	DriftPercentage *float64            `json:"drift_percentage"`
	Summary         *driftSummaryResult `json:"summary"`
	DriftReport     *[]driftEntryResult `json:"drift_report"`
	Total           int                 `json:"total"`
	NextCursor      string              `json:"next_cursor"`
}

type driftSummaryResult struct {
	Unchanged int `json:"unchanged"`
	Moved     int `json:"moved"`
	Renamed   int `json:"renamed"`
	Missing   int `json:"missing"`
	Ambiguous int `json:"ambiguous"`
	Added     int `json:"added"`
}

type driftEntryResult struct {
	Reference   string            `json:"reference"`
	Status      string            `json:"status"`
	Confidence  *float64          `json:"confidence"`
	Old         *driftPlaceResult `json:"old"`
	New         *driftPlaceResult `json:"new"`
	Candidates  []string          `json:"candidates"`
	Suggestion  string            `json:"suggestion"`
	AutoFixable bool              `json:"auto_fixable"`
}

type driftPlaceResult struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
	ID   string `json:"id"`
}

// driftArguments are the arguments of coderef_drift. Unset ones are not sent.
type driftArguments struct {
	ProjectPath string `json:"project_path"`
	IndexPath   string `json:"index_path,omitempty"`
	Limit       int32  `json:"limit,omitzero"`
	Cursor      string `json:"cursor,omitempty"`
}

// DetectDrift compares a project with an index of it.
func (s *Service) DetectDrift(
	ctx context.Context, req *codeintelv1.DetectDriftRequest,
) (*codeintelv1.DetectDriftResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_DetectDrift_FullMethodName, instead: smallerPage,
		arguments: driftArguments{
			ProjectPath: req.GetProjectPath(),
			IndexPath:   req.GetIndexPath(),
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*driftResult).response)
}

func (a *driftResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.DetectDriftResponse {
	return &codeintelv1.DetectDriftResponse{
		IndexPath:    a.IndexPath,
		IndexVersion: a.IndexVersion,
		GenerateTime: a.generateTime(),
		DriftRatio:   a.driftRatio(p),
		Summary:      must(p, "summary", a.Summary).message(),
		Entries: each(
			p, "drift_report", a.DriftReport,
			func(e *driftEntryResult) *codeintelv1.DriftEntry { return e.message(p) },
		),
		NextPageToken: a.NextCursor,
		TotalSize:     toolcall.Count(a.Total),
		Analysis:      a.analysis(),
		CallInfo:      call,
	}
}

// driftRatio returns nil for an index without elements.
func (a *driftResult) driftRatio(p *contractCheck) *float64 {
	ratio := p.percentage("drift_percentage", a.DriftPercentage)
	s := must(p, "summary", a.Summary)
	if s.Unchanged+s.Moved+s.Renamed+s.Missing+s.Ambiguous == 0 {
		return nil
	}
	return &ratio
}

// generateTime returns the time that the index file states, or nil if that text is not an RFC 3339 time. The
// tool does not check it.
func (a *driftResult) generateTime() *timestamppb.Timestamp {
	at, err := time.Parse(time.RFC3339Nano, a.GeneratedAt)
	if err != nil {
		return nil
	}
	return timestamppb.New(at)
}

func (a *driftSummaryResult) message() *codeintelv1.DriftSummary {
	return &codeintelv1.DriftSummary{
		UnchangedCount: toolcall.Count(a.Unchanged),
		MovedCount:     toolcall.Count(a.Moved),
		RenamedCount:   toolcall.Count(a.Renamed),
		MissingCount:   toolcall.Count(a.Missing),
		AmbiguousCount: toolcall.Count(a.Ambiguous),
		AddedCount:     toolcall.Count(a.Added),
	}
}

func (a *driftEntryResult) message(p *contractCheck) *codeintelv1.DriftEntry {
	entry := &codeintelv1.DriftEntry{
		Reference:    a.Reference,
		Status:       enumOf[codeintelv1.DriftStatus](a.Status),
		MatchScore:   a.matchScore(p),
		CandidateIds: a.Candidates,
		Suggestion:   a.Suggestion,
		AutoFixable:  a.AutoFixable,
	}
	if a.Old != nil {
		entry.OldLocation, entry.OldName = lines(a.Old.File, a.Old.Line, 0), a.Old.Name
	}
	if a.New != nil {
		entry.NewLocation, entry.NewName, entry.NewId = lines(a.New.File, a.New.Line, 0), a.New.Name, a.New.ID
	}
	return entry
}

// matchScore returns nil for an element without a counterpart. For such an element the tools report the
// certainty of that finding, which is not a similarity.
func (a *driftEntryResult) matchScore(p *contractCheck) *float64 {
	score := p.optionalUpTo(1, "drift_report.confidence", a.Confidence)
	switch enumOf[codeintelv1.DriftStatus](a.Status) {
	case codeintelv1.DriftStatus_DRIFT_STATUS_MISSING, codeintelv1.DriftStatus_DRIFT_STATUS_ADDED:
		return nil
	default:
		return score
	}
}
