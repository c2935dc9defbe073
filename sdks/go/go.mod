module github.com/countinghouse/countinghouse/sdks/go

go 1.19
