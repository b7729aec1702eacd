/**
 * Writes the CustomResourceDefinitions from the field tables of core: `node --conditions=@flink-operator/source deploy/generate.ts`.
 * packages/core/src/codec/crd.test.ts fails while a file is not what this writes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crdNameOf, crdYaml } from '@flink-operator/core/crd'
import { kinds } from '@flink-operator/core/kinds'

const directory = join(import.meta.dirname, 'crds')

mkdirSync(directory, { recursive: true })
for (const kind of Object.values(kinds)) writeFileSync(join(directory, `${crdNameOf(kind.type)}.yaml`), crdYaml(kind))
