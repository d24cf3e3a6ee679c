package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/protobundle"
)

func newProto(p *Program) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "proto DIR",
		Short: "Write the .proto files of the API, for clients in any language",
		Long: `Write all files that a client author needs to the folder DIR: every .proto
file with its imports, a variant without validation options for generators that
do not support proto2, a FileDescriptorSet, a gRPC service config, a buf.yaml,
the licences of third-party files, and a README with the commands for each
language. The service does not have to run.

If DIR exists, it must be empty or contain an unchanged earlier bundle, which is
replaced. With --force it may contain other files: those are left alone, unless a
file of the bundle has the same path. The file coderef-proto.sha256 is written
last; a folder without it contains no complete bundle.

  coderefd proto ./coderef-proto`,
		Args: exactly(0, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "" || args[0] == "-" {
				if err := cmd.Help(); err != nil {
					return err
				}
				return usagef("expected one folder to write to")
			}
			return writeBundle(cmd, p, args[0], force)
		},
	}
	cmd.Flags().BoolVar(
		&force, "force", false, "write to a folder with other files, and replace those of the same path",
	)
	return cmd
}

func writeBundle(cmd *cobra.Command, p *Program, dir string, force bool) error {
	files, err := protobundle.Build(protobundle.Source{
		Version:       p.build().Version,
		ServiceConfig: client.ServiceConfig(),
	})
	if err != nil {
		return err
	}
	if err := protobundle.Write(cmd.Context(), dir, files, force); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Stdout, "wrote %s to %s; README.md contains the commands for each language\n",
		output.Count(len(files), "file"), output.Clean(dir))
	return err
}
