package main

import (
	"encoding/json"
	"time"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/claims"
	"fbp/results"
)

// claimJSON is who does a task, or began it.
type claimJSON struct {
	Task   string    `json:"task"`
	Host   string    `json:"host"`
	Job    string    `json:"job,omitempty"`
	PID    int       `json:"pid"`
	Since  time.Time `json:"since"`
	Silent float64   `json:"silent"` // seconds
}

// failureJSON is a task that failed.
type failureJSON struct {
	Task  string `json:"task"`
	Error string `json:"error"`
}

// statusJSON is what fbp status --json prints: the table of points, and what is said beside it.
type statusJSON struct {
	Name      string          `json:"name"`
	Config    string          `json:"config"`
	Physics   int             `json:"physics"`
	Complete  bool            `json:"complete"`
	Seconds   *float64        `json:"seconds_left"` // null: not known
	Mixed     bool            `json:"mixed_builds"`
	Swept     []string        `json:"swept"`
	Total     json.RawMessage `json:"total"`
	Points    *results.Table  `json:"points"`
	Running   []claimJSON     `json:"running"`
	Abandoned []claimJSON     `json:"abandoned"`
	Failures  []failureJSON   `json:"failures"`
	Bad       []string        `json:"bad_records"`
	Excluded  *results.Table  `json:"excluded,omitempty"` // with --failed
}

// statusObject is that of a run. Excluded are the samples that are missing from a mean, nil without --failed.
func statusObject(p *plan.Plan, s *store.FolderState, excluded *results.Table) statusJSON {
	out := statusJSON{Name: p.Name, Config: p.Config, Physics: p.Physics, Complete: s.Complete(), Mixed: s.Made.Mixed, Swept: p.Swept,
		Points: statusTable(p, s), Running: claimsJSON(s.Running), Abandoned: claimsJSON(s.Dead), Failures: []failureJSON{}, Bad: []string{},
		Excluded: excluded}
	total := results.Table{Columns: countColumns}
	out.Total = json.RawMessage(total.JSONLine(countsOf(s.Total)))
	if seconds, ok := s.Remaining(); ok {
		out.Seconds = &seconds
	}
	for _, r := range s.Failures {
		out.Failures = append(out.Failures, failureJSON{r.Task, r.Error})
	}
	for _, err := range s.Bad {
		out.Bad = append(out.Bad, err.Error())
	}
	return out
}

func claimsJSON(claims []claims.Running) []claimJSON {
	out := []claimJSON{}
	for _, c := range claims {
		out = append(out, claimJSON{c.Name, c.Host, c.Job, c.PID, c.Since, max(0, c.Silent.Seconds())})
	}
	return out
}
