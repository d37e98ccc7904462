import { expect, it } from '@jest/globals'
import { depositPayment } from './payment-code'

const lot = {
  depositRecipient: 'ТОВ «Газ Продаж»',
  depositIban: 'UA903052992990004149123456789',
  depositEdrpou: '37027819',
}

it('the payment code is that of the National Bank in format 002', async () => {
  const { url, qr_svg: svg } = await depositPayment({
    lot,
    missing: 21_750_000n,
    reference: 'RF18 0000 1042',
    number: 35,
  })
  const [address = '', content = ''] = url.split('/qr/')
  expect(address).toBe('https://bank.gov.ua')
  expect(Buffer.from(content, 'base64url').toString('utf8').split('\n')).toEqual([
    ...[
      'BCD',
      '002',
      '1',
      'UCT',
      '',
      'ТОВ «Газ Продаж»',
      'UA903052992990004149123456789',
      'UAH217500',
      '37027819',
      '',
      '',
    ],
    ...['Гарантійний внесок за участь в аукціоні 35, RF18 0000 1042, без ПДВ', '', ''],
  ])
  expect(svg).toMatch(/^<svg .*₴<\/text><\/svg>\s*$/s)
})

it('the payment code shortens a long name to the format’s limit, and has it on one line', async () => {
  const { url } = await depositPayment({
    lot: { ...lot, depositRecipient: `ТОВ\n${'Ґ'.repeat(200)}` },
    missing: 100n,
    reference: 'RF18 0000 1042',
    number: 35,
  })
  const lines = Buffer.from(url.split('/qr/')[1] ?? '', 'base64url')
    .toString('utf8')
    .split('\n')
  expect(lines).toHaveLength(14)
  expect(lines[5]).toHaveLength(70)
})
