import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

/** The first migrations, during which no server runs (docs/operations.md, “Upgrades without a stop”). */
const BEFORE = /^000[12]-|^20261125_13201/
const CONTRACTS =
  /\b(?:drop\s+(?:table|column|view|schema|type|constraint)|rename\s+(?:to|column|constraint)|alter\s+(?:column\s+)?\S+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type\s))/i
const REASON = /(?:--|\/\/)\s*contract: \S/

/** Lines of a migration that may break an older server still running, and that state no reason. */
function undeclaredContracts(source: string): string[] {
  const up = source.split(/export async function down/)[0] ?? ''
  const lines = up.split('\n')
  return lines.filter(
    (line, index) =>
      CONTRACTS.test(line.replace(/--.*$/, '')) && !REASON.test(lines[index - 1] ?? '') && !REASON.test(line),
  )
}

describe('migrations', () => {
  it.each(['lib/server/platform/db/migrations', 'lib/server/cms/migrations'])(
    'in %s only expand, or declare that they contract',
    (directory) => {
      const undeclared = readdirSync(directory)
        .filter((name) => /\.(?:sql|ts)$/.test(name) && !BEFORE.test(name))
        .flatMap((name) =>
          undeclaredContracts(readFileSync(join(directory, name), 'utf8')).map((line) => `${name}: ${line.trim()}`),
        )
      expect(undeclared).toEqual([])
    },
  )

  it.each([
    ['alter table portal.emails drop column html;', 1],
    ['ALTER TABLE "cms"."auctions" RENAME COLUMN "a" TO "b";', 1],
    ['alter table portal.emails alter column html set not null;', 1],
    ['alter table portal.emails alter html type integer;', 1],
    ['-- contract: 2.4 reads it no more\nalter table portal.emails drop column html;', 0],
    ['alter table portal.emails add column note text;', 0],
    ['-- we do not drop table here', 0],
    ['create table x ();\nexport async function down() { drop table x }', 0],
  ])('of %j have %d undeclared contracting lines', (source, count) => {
    expect(undeclaredContracts(source)).toHaveLength(count)
  })
})
