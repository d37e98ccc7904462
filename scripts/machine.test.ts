import { afterEach, expect, it } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineProblem } from './machine.mjs'

const checkout = process.cwd()
const { loadEnvFile } = process

afterEach(() => {
  process.chdir(checkout)
  process.loadEnvFile = loadEnvFile
})

it('settings in .env are not ignored by a Node that cannot read them: they may name the database', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portal-machine-'))
  mkdirSync(join(directory, 'node_modules/next'), { recursive: true })
  writeFileSync(join(directory, 'node_modules/next/package.json'), '{}')
  process.chdir(directory)
  Reflect.deleteProperty(process, 'loadEnvFile')
  expect(machineProblem()).toBeNull()
  writeFileSync('.env', 'DATABASE_URL=postgresql://portal@db.example.com/portal\n')
  expect(machineProblem()).toMatch(/does not read the settings in \.env/)
  process.loadEnvFile = loadEnvFile
  expect(machineProblem()).toBeNull()
  rmSync(directory, { recursive: true })
})
