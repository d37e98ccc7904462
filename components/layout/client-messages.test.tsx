import { describe, expect, it, jest } from '@jest/globals'
import { useMessages } from 'next-intl'
import { useRefusalText } from '@/components/forms/failure-texts'
import { messagesOf, renderIn } from '@/tests/support/render-in'

const all = messagesOf('en')
jest.unstable_mockModule('next-intl/server', () => ({
  getLocale: () => Promise.resolve('en'),
  getMessages: () => Promise.resolve(all),
}))
const { ClientMessages } = await import('./client-messages')

async function provided(lists: Pick<Parameters<typeof ClientMessages>[0], 'namespaces' | 'calls'>) {
  let messages: unknown
  function Reader() {
    messages = useMessages()
    return null
  }
  renderIn('en', await ClientMessages({ ...lists, children: <Reader /> }))
  return messages
}

describe('the messages for client components', () => {
  it('are whole namespaces and parts of others', async () => {
    expect(await provided({ namespaces: ['Theme', 'Cabinet.board.need', 'Cabinet.way'] })).toEqual({
      Theme: all.Theme,
      Cabinet: { board: { need: all.Cabinet.board.need }, way: all.Cabinet.way },
    })
    expect(await provided({ namespaces: ['Cabinet', 'Cabinet.way'] })).toEqual({ Cabinet: all.Cabinet })
  })

  it('have the texts of what the calls may refuse, and of what every call may', async () => {
    const { Errors: errors } = (await provided({ namespaces: [], calls: ['people'] })) as { Errors: typeof all.Errors }
    expect(errors).toMatchObject({ role_insufficient: all.Errors.role_insufficient, offline: all.Errors.offline })
    expect(errors).not.toHaveProperty('price_below_starting')
  })

  it('lack no text of a refusal that no call declares', async () => {
    let text = ''
    function Refusal() {
      text = useRefusalText()({ code: 'price_below_starting', minimum: '15000.00' })
      return null
    }
    renderIn('en', await ClientMessages({ namespaces: [], calls: ['people'], children: <Refusal /> }))
    expect(text).toBe(all.Errors.internal_error)
  })
})
