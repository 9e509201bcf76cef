// Checks a transparency log by others' code alone: tessera's client and fsck, and sumdb's notes.
//
//	tlogcheck log <url> <vkey> [state file]
//	tlogcheck proof <vkey> <tlog-proof file> <entry file>
//	tlogcheck cosigned <log vkey> <witness vkey> <checkpoint file>
//
// It prints a line for each thing shown, and ends with status 1 and `FAILED <program>: <reason>` at the first that is not.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/transparency-dev/formats/log"
	f_note "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/api"
	"github.com/transparency-dev/tessera/client"
	"github.com/transparency-dev/tessera/fsck"
	"golang.org/x/mod/sumdb/note"
)

// Entries whose inclusion is proven, spread over the log.
const samples = 50

var hasher = rfc6962.DefaultHasher

func main() {
	if len(os.Args) < 4 {
		fail("usage", errors.New("log <url> <vkey> [state], proof <vkey> <proof> <entry>, cosigned <vkey> <vkey> <checkpoint>"))
	}
	switch os.Args[1] {
	case "log":
		state := ""
		if len(os.Args) > 4 {
			state = os.Args[4]
		}
		checkLog(os.Args[2], os.Args[3], state)
	case "proof":
		checkProof(os.Args[2], read(os.Args[3]), read(os.Args[4]))
	case "cosigned":
		checkCosigned(os.Args[2], os.Args[3], read(os.Args[4]))
	default:
		fail("usage", fmt.Errorf("there is no command %s", os.Args[1]))
	}
}

// Checkpoint, inclusion, consistency with the checkpoint of the last run, and the whole log.
func checkLog(address, vkey, state string) {
	ctx := context.Background()
	verifier := verifierOf(vkey)
	root, err := url.Parse(strings.TrimSuffix(address, "/") + "/")
	must("url", err)
	fetcher, err := client.NewHTTPFetcher(root, nil)
	must("client", err)

	head, raw, _, err := client.FetchCheckpoint(ctx, fetcher.ReadCheckpoint, verifier, verifier.Name())
	must("note", err)
	fmt.Printf("note: checkpoint over %d leaves, root %s\n", head.Size, base64.StdEncoding.EncodeToString(head.Hash))

	if known, err := os.ReadFile(state); err == nil {
		before, _, _, err := log.ParseCheckpoint(known, verifier.Name(), verifier)
		must("note", err)
		// The tracker passes over trees that are not larger: these two comparisons are ours.
		if head.Size < before.Size {
			fail("monitor", fmt.Errorf("the tree has %d leaves, and had %d", head.Size, before.Size))
		}
		if head.Size == before.Size && !bytes.Equal(head.Hash, before.Hash) {
			fail("monitor", fmt.Errorf("two checkpoints over %d leaves have different roots", head.Size))
		}
		tracker, err := client.NewLogStateTracker(ctx, fetcher.ReadTile, known, verifier, verifier.Name(), client.UnilateralConsensus(fetcher.ReadCheckpoint))
		must("client", err)
		_, _, _, err = tracker.Update(ctx)
		must("client", err)
		fmt.Printf("client: consistent with the %d leaves of the run before\n", before.Size)
	}

	builder, err := client.NewProofBuilder(ctx, head.Size, fetcher.ReadTile)
	must("client", err)
	proven := 0
	for step, index := max(head.Size/samples, 1), uint64(0); index < head.Size; index += step {
		bundle, err := client.GetEntryBundle(ctx, fetcher.ReadEntryBundle, index/256, head.Size)
		must("client", err)
		path, err := builder.InclusionProof(ctx, index)
		must("client", err)
		leaf := hasher.HashLeaf(bundle.Entries[index%256])
		must("client", proof.VerifyInclusion(hasher, index, head.Size, leaf, path, head.Hash))
		proven++
	}
	fmt.Printf("client: %d leaves proven to be included\n", proven)

	must("fsck", checkWhole(ctx, verifier, fetcher))
	fmt.Printf("fsck: all %d leaves and all tiles are those of the root\n", head.Size)
	if state != "" {
		must("state", os.WriteFile(state, raw, 0o644))
	}
}

// At a bundle that lacks entries fsck panics.
func checkWhole(ctx context.Context, verifier note.Verifier, fetcher fsck.Fetcher) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return fsck.New(verifier.Name(), verifier, fetcher, leavesOf, fsck.Opts{N: 4}).Check(ctx)
}

// A c2sp.org/tlog-proof@v1 of an entry. No Go module reads the envelope; the checkpoint and the path are checked by others' code.
func checkProof(vkey string, text, entry []byte) {
	verifier := verifierOf(vkey)
	envelope, checkpoint, found := strings.Cut(string(text), "\n\n")
	lines := strings.Split(envelope, "\n")
	if !found || lines[0] != "c2sp.org/tlog-proof@v1" {
		fail("proof", errors.New("this is no tlog-proof"))
	}
	lines = lines[1:]
	if strings.HasPrefix(lines[0], "extra ") {
		lines = lines[1:]
	}
	index, err := strconv.ParseUint(strings.TrimPrefix(lines[0], "index "), 10, 64)
	must("proof", err)
	path := make([][]byte, 0, len(lines))
	for _, line := range lines[1:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		must("proof", err)
		path = append(path, hash)
	}
	head, _, _, err := log.ParseCheckpoint([]byte(checkpoint), verifier.Name(), verifier)
	must("note", err)
	must("merkle", proof.VerifyInclusion(hasher, index, head.Size, hasher.HashLeaf(entry), path, head.Hash))
	fmt.Printf("merkle: leaf %d is included in the %d leaves of %s\n", index, head.Size, head.Origin)
}

// A checkpoint with a cosignature/v1.
func checkCosigned(logKey, witnessKey string, checkpoint []byte) {
	witness, err := f_note.NewVerifierForCosignatureV1(witnessKey)
	must("note", err)
	opened, err := note.Open(checkpoint, note.VerifierList(verifierOf(logKey), witness))
	must("note", err)
	if len(opened.Sigs) != 2 {
		fail("note", fmt.Errorf("%d of 2 signatures verify", len(opened.Sigs)))
	}
	fmt.Printf("note: signed by %s, cosigned by %s\n", opened.Sigs[0].Name, opened.Sigs[1].Name)
}

func leavesOf(bundle []byte) ([][]byte, error) {
	entries := &api.EntryBundle{}
	if err := entries.UnmarshalText(bundle); err != nil {
		return nil, err
	}
	leaves := make([][]byte, 0, len(entries.Entries))
	for _, entry := range entries.Entries {
		leaves = append(leaves, hasher.HashLeaf(entry))
	}
	return leaves, nil
}

func verifierOf(vkey string) note.Verifier {
	verifier, err := note.NewVerifier(vkey)
	must("note", err)
	return verifier
}

func read(file string) []byte {
	bytes, err := os.ReadFile(file)
	must("file", err)
	return bytes
}

func must(program string, err error) {
	if err != nil {
		fail(program, err)
	}
}

func fail(program string, err error) {
	fmt.Printf("FAILED %s: %v\n", program, err)
	os.Exit(1)
}
