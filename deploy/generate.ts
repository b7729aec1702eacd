/**
 * Writes what is made of the table of kinds and of the tables of rights: CustomResourceDefinitions, rules of the roles in the plain
 * manifests, in the chart and beside kustomize's base; and of the table of metrics: rules and dashboard. `npm run manifests`. Tests fail
 * while a file is not what this writes (deploy-manifests.test.ts, monitoring-files.test.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { generatedFiles } from './generated-files.ts'
import { monitoringFiles } from './monitoring-files.ts'

// before the chart, which ships them
for (const [path, text] of Object.entries(monitoringFiles())) writeFileSync(join(import.meta.dirname, path), text)
for (const { path, text } of generatedFiles(Object.values(kinds))) {
  const file = join(import.meta.dirname, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
