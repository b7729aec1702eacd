import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const folder = join(import.meta.dirname, '../../examples')
// what the parser makes of a file is nobody's type
type Parsed = ReturnType<typeof JSON.parse>

const documents = globSync('**/*.yaml', { cwd: folder }).flatMap(name =>
  parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map(document => [name, document.toJS()] as const)
)
const claims = documents.flatMap(([, { kind, metadata }]) => (kind === 'PersistentVolumeClaim' ? [metadata.name] : []))

/** Where `spec` says what a cluster is. */
const clusterOf = (
  { kind, spec }: Parsed,
): Parsed => (kind === 'FlinkBlueGreenDeployment' ? spec.template.spec : /^Flink/.test(kind) ? spec : undefined)

describe('examples/: what a cluster keeps in a folder is kept by a volume', () => {
  const stateful = documents.filter(([, it]) => JSON.stringify(clusterOf(it)?.flinkConfiguration ?? {}).includes('file:///'))

  test('there are such', () => expect(stateful.length).toBeGreaterThan(3))

  test.each(stateful)('%s', (_, object) => {
    const { flinkConfiguration, podTemplate } = clusterOf(object)
    const folders = Object.values<string>(flinkConfiguration).flatMap(value => /^file:\/\/(\/.*)$/.exec(value)?.[1] ?? [])
    const { volumes = [], containers = [], securityContext } = podTemplate?.spec ?? {}
    const mounts = containers.filter(({ name }: Parsed) => name === 'flink-main-container').flatMap(({ volumeMounts }: Parsed) =>
      volumeMounts
    )
    for (const path of folders) {
      const mount = mounts.find(({ mountPath }: Parsed) => path.startsWith(`${mountPath}/`))
      const volume = volumes.find(({ name }: Parsed) => name === mount?.name)
      expect([path, claims.includes(volume?.persistentVolumeClaim?.claimName)]).toEqual([path, true])
    }
    expect(securityContext?.fsGroup).toBe(9999)
  })
})
