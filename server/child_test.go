package server_test

// childEnv makes the test binary an MCP server: see child.
const childEnv = "CODEREFD_SERVER_TEST_CHILD"

func child() {}
