import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { baseOf, instructions } from '../../scripts/image/dockerfile.ts'
import { layOut } from '../../scripts/image/lay-out.ts'
import { statementOf } from '../../scripts/provenance/statement.ts'

const dockerfile = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')

test('S14 the image begins from a distroless one, by digest', () => {
  expect(baseOf(dockerfile)).toEqual({
    name: expect.stringMatching(/^gcr\.io\/distroless\/nodejs24-debian\d+$/) as string,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  for (const other of ['FROM node:24', 'ARG BASE=gcr.io/distroless/nodejs24-debian13:nonroot\nFROM ${BASE}', `${dockerfile}\nFROM node:24`])
    expect(() => baseOf(other)).toThrow(/expected an image by its digest/)
})

test('S14 nothing is run while it is built, and it starts without a shell', () => {
  for (const name of ['RUN', 'SHELL', 'ADD']) expect(instructions(dockerfile, name)).toEqual([])
  for (const name of ['ENTRYPOINT', 'CMD'])
    for (const text of instructions(dockerfile, name)) expect(Array.isArray(JSON.parse(text))).toBe(true)
})

test('S14 the file system that is made without a container engine has no shell and no package manager: Node alone, and it starts', () => {
  const root = mkdtempSync(join(tmpdir(), 'flink-operator-image-'))
  for (const copied of instructions(dockerfile, 'COPY')) {
    const [from = ''] = copied.split(/\s+/)
    const file = from.endsWith('.mjs') ? join(root, from) : join(root, from, 'a-file')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'console.log("started")', { mode: 0o755 })
  }
  const folder = join(root, 'image')
  layOut(folder, root, dockerfile)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(it => it.isFile())
    .map(it => join(it.parentPath, it.name))
  const isLibrary = (path: string): boolean => /^(ld-|lib).*\.so/.test(basename(path))
  expect(
    files.filter(path => (statSync(path).mode & 0o111) !== 0 && !isLibrary(path)).map(path => `/${relative(folder, path)}`)
      .filter(path => !path.startsWith('/opt/flink-operator/')),
  ).toEqual(['/nodejs/bin/node'])
  const [node = '', ...args] = instructions(dockerfile, 'ENTRYPOINT').flatMap(text => JSON.parse(text) as readonly string[])
  const inFolder = args.map(it => (it.startsWith('/') ? join(folder, it) : it))
  expect(execFileSync(join(folder, node), inFolder, { encoding: 'utf8', env: {} })).toBe('started\n')
})

test('S14 provenance: an in-toto statement of SLSA about each file, which the same facts give again byte for byte', () => {
  const facts = {
    builder: 'https://ci.example/builder',
    repository: 'https://git.example/flink-operator.git',
    commit: 'c'.repeat(40),
    files: [{ name: 'legal/sbom.cdx.json', sha256: 'b'.repeat(64) }, { name: 'flink-operator.mjs', sha256: 'a'.repeat(64) }],
    lockFile: 'd'.repeat(64),
    node: 'v24.0.0',
    base: { name: 'gcr.io/distroless/nodejs24', sha256: 'e'.repeat(64) },
  }
  const statement = statementOf(facts)
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'flink-operator.mjs', digest: { sha256: 'a'.repeat(64) } },
      { name: 'legal/sbom.cdx.json', digest: { sha256: 'b'.repeat(64) } },
    ],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        externalParameters: { source: { uri: 'git+https://git.example/flink-operator.git', digest: { gitCommit: 'c'.repeat(40) } } },
      },
      runDetails: { builder: { id: 'https://ci.example/builder' } },
    },
  })
  expect(JSON.stringify(statementOf({ ...facts, files: facts.files.toReversed() }))).toBe(JSON.stringify(statement))
})
