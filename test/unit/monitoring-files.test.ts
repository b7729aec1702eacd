import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { monitoringFiles } from '../../deploy/monitoring-files.ts'

const deploy = join(import.meta.dirname, '../../deploy')

test.each(Object.entries(monitoringFiles()))('deploy/%s is what `npm run manifests` writes', (path, text) => {
  expect(readFileSync(join(deploy, path), 'utf8')).toBe(text)
})
