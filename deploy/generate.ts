/**
 * Writes the CustomResourceDefinitions from the field tables of core: `node --conditions=@flink-operator/source deploy/generate.ts`.
 * packages/core/src/codec/crd.test.ts fails while a file is not what this writes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crdKinds, crdNameOf, crdYaml } from '@flink-operator/core/crd'

const directory = join(import.meta.dirname, 'crds')

mkdirSync(directory, { recursive: true })
crdKinds.forEach(kind => writeFileSync(join(directory, `${crdNameOf(kind)}.yaml`), crdYaml(kind)))
