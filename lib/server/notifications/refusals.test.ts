import { describe, expect, it } from '@jest/globals'
import { isRecipientRefused } from './refusals'

describe('an answer to RCPT TO', () => {
  it.each([
    [550, '550 5.1.1 The email account that you tried to reach does not exist'],
    [550, '550-5.1.1 The email account that you tried to reach\n550 5.1.1 does not exist'],
    [550, '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
    [550, '550 No such user here'],
    [552, '552 5.2.2 The email account that you tried to reach is over quota'],
    [556, '556 5.1.10 Recipient address has null MX'],
  ])('refuses the recipient for good: %i %s', (code, text) => {
    expect(isRecipientRefused({ code, text, to: 'recipient' })).toBe(true)
  })

  it.each([
    [452, '452 4.2.2 mailbox full'],
    [450, '450 Greylisted, try again'],
    [550, '550 5.7.1 Unable to relay'],
    [550, '550 5.7.26 Unauthenticated email is not accepted due to the domain’s DMARC policy'],
    [550, '550 Relay access denied'],
    [550, '550 Your address is on a blocklist'],
    [553, '553 5.1.8 Sender address rejected: Domain not found'],
    [554, '554 Transaction failed'],
    [530, '530 5.7.0 Authentication required'],
  ])('is about the moment, the sender or everybody: %i %s', (code, text) => {
    expect(isRecipientRefused({ code, text, to: 'recipient' })).toBe(false)
  })
})

describe('an answer to the whole email', () => {
  it('refuses the recipient only if it says so', () => {
    expect(isRecipientRefused({ code: 550, text: '550 5.1.1 unknown user', to: 'email' })).toBe(true)
    expect(isRecipientRefused({ code: 550, text: '550 Not now', to: 'email' })).toBe(false)
    expect(isRecipientRefused({ code: 552, text: '552 5.3.4 Message too big', to: 'email' })).toBe(false)
  })
})
