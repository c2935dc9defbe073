// Renders the chart as Helm does: Go's templates, Sprig's functions, and the few that Helm adds. It reads {"chart": folder, "values": {…},
// "release": name} and prints a JSON array of what comes of it.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type asked struct {
	Chart   string
	Release string
	Values  map[string]interface{}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string, into interface{}) {
	text, err := os.ReadFile(file)
	check(err)
	check(yaml.UnmarshalStrict(text, into))
}

// What is given stands in for what the chart has, one value at a time.
func over(own, given map[string]interface{}) map[string]interface{} {
	for name, value := range given {
		inner, isMap := value.(map[string]interface{})
		ownInner, isOwnMap := own[name].(map[string]interface{})
		if isMap && isOwnMap {
			own[name] = over(ownInner, inner)
		} else {
			own[name] = value
		}
	}
	return own
}

func main() {
	var a asked
	check(json.NewDecoder(os.Stdin).Decode(&a))
	chart, values := map[string]interface{}{}, map[string]interface{}{}
	read(filepath.Join(a.Chart, "Chart.yaml"), &chart)
	read(filepath.Join(a.Chart, "values.yaml"), &values)

	all := template.New("chart").Option("missingkey=zero").Funcs(sprig.TxtFuncMap())
	all.Funcs(template.FuncMap{
		"include": func(name string, data interface{}) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"required": func(message string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return value, fmt.Errorf("%s", message)
			}
			return value, nil
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
	})
	files, err := filepath.Glob(filepath.Join(a.Chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	data := map[string]interface{}{
		"Values":  over(values, a.Values),
		"Chart":   map[string]interface{}{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
		"Release": map[string]interface{}{"Name": a.Release, "Namespace": "default", "Service": "Helm"},
	}
	made := []map[string]interface{}{}
	for _, file := range files {
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, filepath.Base(file), data))
		for _, text := range regexp.MustCompile(`(?m)^---$`).Split(out.String(), -1) {
			var object map[string]interface{}
			if err := yaml.UnmarshalStrict([]byte(text), &object); err != nil {
				check(fmt.Errorf("%s: %v\n%s", filepath.Base(file), err, text))
			}
			if object != nil {
				made = append(made, object)
			}
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(made))
}
