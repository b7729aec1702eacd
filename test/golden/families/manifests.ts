import { failed, type GoldenFamily } from '../family.ts'

export const manifests: GoldenFamily = { name: 'manifests', run: () => failed('not built') }
