import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { parsePushSubscription } from './push-service'

const keys = {
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const at = (endpoint: string) => JSON.stringify({ endpoint, expirationTime: null, keys })

describe('a browser’s subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGu',
    'https://wns2-by3p.notify.windows.com/w/?token=BQY',
  ])('at %s is called', (endpoint) => {
    expect(parsePushSubscription(at(endpoint), [])).toEqual({ endpoint, keys })
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.example.com/',
    'https://user@fcm.googleapis.com/',
    'https://example.com/',
    'https://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nowhere',
  ])('at %s is not called', (endpoint) => {
    expect(parsePushSubscription(at(endpoint), [])).toBeNull()
  })

  it('at a service that the operator trusts is called', () => {
    expect(parsePushSubscription(at('http://127.0.0.1:9000/push/1'), ['http://127.0.0.1:9000'])).not.toBeNull()
    expect(parsePushSubscription(at('http://127.0.0.1:9001/push/1'), ['http://127.0.0.1:9000'])).toBeNull()
  })

  it.each([
    ['an opaque id', 'a81bc81b-dead-4e5d-abff-90865d1e13b1'],
    ['another value', '[]'],
    ['one without keys', JSON.stringify({ endpoint: 'https://web.push.apple.com/QGu' })],
    [
      'one with a key of another length',
      JSON.stringify({ endpoint: 'https://web.push.apple.com/QGu', keys: { ...keys, auth: 'AAAA' } }),
    ],
  ])('is not %s', (_what, pushId) => {
    expect(parsePushSubscription(pushId, [])).toBeNull()
  })
})
