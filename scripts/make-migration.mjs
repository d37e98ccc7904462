// Writes a migration and the types of documents after a change of Payload's collections:
//   npm run migration:create -- storage_terms
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const DIRECTORY = 'lib/server/cms/migrations'

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Name the migration in lower case, with underscores: npm run migration:create -- storage_terms')
  process.exit(1)
}
const before = new Set(readdirSync(DIRECTORY))
payload('migrate:create', name, '--skip-empty')
payload('generate:types')
const created = readdirSync(DIRECTORY).filter((file) => !before.has(file) && file.endsWith('.ts'))
for (const file of created) importTypesAsTypes(join(DIRECTORY, file))
if (created.length === 0) console.log('The collections need no migration.')

/** Runs a command of Payload. It needs no database, but loads the configuration only with a secret. */
function payload(...command) {
  execFileSync(process.execPath, ['node_modules/payload/bin.js', ...command], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PAYLOAD_SECRET: 'unused', ...process.env },
  })
}

/** Payload imports types like values, which fails when types are stripped. */
function importTypesAsTypes(path) {
  const migration = readFileSync(path, 'utf8')
  writeFileSync(path, migration.replace(/\b(MigrateUpArgs|MigrateDownArgs)(?=, )/g, 'type $1'))
}
