import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'

const JSON_BODY = { 'content-type': 'application/json' }

let portal: ChildProcess
let output = ''
let origin: string

beforeAll(async () => {
  portal = fork('tests/support/logging-portal.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  portal.stdout!.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const port = await new Promise<unknown>((resolve, reject) => {
    portal.once('message', resolve)
    portal.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
  })
  origin = `http://127.0.0.1:${Number(port)}`
})

afterAll(() => void portal.kill('SIGKILL'))

it('log lines of a call, and no others, have the request id of its answer', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => fetch(`${origin}/api/time`, { method: 'POST', body: '{}', headers: JSON_BODY })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(3)

  const lines = () => output.split('\n').slice(0, -1)
  while (lines().length < 4) await delay(10)
  const entries = lines().map((line) => JSON.parse(line) as { msg: string; server: string; request_id?: string })
  const idsOf = (text: string) => entries.filter(({ msg }) => msg === text).map(({ request_id: id }) => id)
  expect(idsOf('time requested').toSorted()).toEqual(ids.toSorted())
  expect(idsOf('ready')).toEqual([undefined])
  expect(entries.every(({ server }) => server === 'of the test')).toBe(true)
})
