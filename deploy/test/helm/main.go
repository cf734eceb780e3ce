// Renders a chart as `helm template` does: with Go's templates, Sprig and Helm's own functions. The values, complete,
// come as JSON on standard input; the documents go to standard output.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type files struct{ chart string }

func (f files) Get(name string) (string, error) {
	content, err := os.ReadFile(filepath.Join(f.chart, name))
	return string(content), err
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	chart := os.Args[1]
	var values map[string]any
	fail(json.NewDecoder(os.Stdin).Decode(&values))
	content, err := os.ReadFile(filepath.Join(chart, "Chart.yaml"))
	fail(err)
	var about map[string]any
	fail(yaml.Unmarshal(content, &about))
	data := map[string]any{
		"Values":  values,
		"Chart":   map[string]any{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": map[string]any{"Name": "test", "Namespace": "default", "Service": "Helm"},
		"Files":   files{chart},
	}

	all := template.New("chart")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data any) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value any) (string, error) {
		out, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(out), "\n"), err
	}
	functions["required"] = func(message string, value any) (any, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	functions["fromYaml"] = func(text string) (map[string]any, error) {
		out := map[string]any{}
		return out, yaml.Unmarshal([]byte(text), &out)
	}
	// What is in the cluster, by kind and name: the second argument, as JSON.
	cluster := map[string]map[string]any{}
	if len(os.Args) > 2 {
		fail(json.Unmarshal([]byte(os.Args[2]), &cluster))
	}
	functions["lookup"] = func(_, kind, _, name string) map[string]any {
		found, _ := cluster[kind][name].(map[string]any)
		return found
	}
	all.Funcs(functions).Option("missingkey=zero")
	names, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	fail(err)
	for _, name := range names {
		content, err := os.ReadFile(name)
		fail(err)
		_, err = all.New(filepath.Base(name)).Parse(string(content))
		fail(err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".txt") {
			continue
		}
		var out bytes.Buffer
		fail(all.ExecuteTemplate(&out, filepath.Base(name), data))
		text := strings.ReplaceAll(out.String(), "<no value>", "")
		if strings.HasSuffix(name, ".yaml") && strings.TrimSpace(text) != "" {
			fmt.Printf("---\n# %s\n%s\n", filepath.Base(name), text)
		}
	}
}
