import { describe, expect, it } from '@jest/globals'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { inOrder } from './database'

describe('a client in a transaction of Payload', () => {
  it('sends one query after another, whoever awaits them, and goes on after a failure', async () => {
    const sent: string[] = []
    let underWay = 0
    const client = {
      async query(text: string) {
        underWay += 1
        sent.push(`${text} ${underWay}`)
        await Promise.resolve()
        underWay -= 1
        if (text === 'wrong') throw new Error('wrong')
        return text
      },
    } as unknown as PoolClient
    const ordered = inOrder(client)
    const answers = await Promise.allSettled(['one', 'wrong', 'two'].map((text) => ordered.query(text)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(sent).toEqual(['one 1', 'wrong 1', 'two 1'])
  })
})
