import { readdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'

/** All tests that may kill a mutant, in one file, so that Jest loads every module once. */
const FOLDERS = ['lib/domain', 'lib/server/events', 'lib/server/auctions', 'components/auction']

// A mutant is killed by the first counterexample, however large.
fc.configureGlobal({ endOnFailure: true })

const root = path.resolve(import.meta.dirname, '../../..')
for (const folder of FOLDERS)
  for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
    if (file.endsWith('.test.ts')) await import(path.join(root, folder, file))
