import { describe, expect, it } from '@jest/globals'
import { readDeliveryReport } from './delivery-reports'

const messageId = '<email-12.1796000000000.Ab_c-9xYz0123456@portal.test>'

interface Report {
  from?: string
  subject?: string
  headers?: string[]
  words?: string
  status: string[]
  /** The third part: the email, or its headers. */
  original?: [type: string, text: string]
}

/** A report as RFC 3464 has it. */
function reportOf({ from, subject, headers = [], words = 'Sorry.', status, original }: Report): string {
  const [type, text] = original ?? ['message/rfc822', `Message-ID: ${messageId}\nSubject: Offer\n\nText`]
  return [
    'Return-Path: <>',
    `From: ${from ?? 'MAILER-DAEMON@mx.test (Mail Delivery System)'}`,
    `Subject: ${subject ?? 'Undelivered Mail Returned to Sender'}`,
    'Auto-Submitted: auto-replied',
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    words,
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '',
    '--part',
    `Content-Type: ${type}`,
    '',
    text,
    '',
    '--part--',
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n')
}

describe('a report of a mail server', () => {
  it('of Postfix: an unknown user, with a folded answer', async () => {
    const report = reportOf({
      status: [
        'Reporting-MTA: dns; relay.test',
        'X-Postfix-Queue-ID: 4B2C1',
        '',
        'Final-Recipient: rfc822; dead@buyer.test',
        'Original-Recipient: rfc822;dead@buyer.test',
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; mx.buyer.test',
        'Diagnostic-Code: smtp; 550 5.1.1 <dead@buyer.test>: Recipient address',
        '    rejected: User unknown in virtual mailbox table',
      ],
    })
    expect(await readDeliveryReport(report)).toEqual([
      {
        messageId,
        address: 'dead@buyer.test',
        reason: expect.stringMatching(/^550 5\.1\.1 .*address rejected: User unknown/),
        isRecipientRefused: true,
      },
    ])
  })

  it('of Exchange: headers instead of the email, and an answer without a basic code', async () => {
    const report = reportOf({
      from: 'Microsoft Outlook <MicrosoftExchange329e71ec@buyer.test>',
      subject: 'Undeliverable: Offer',
      headers: [`In-Reply-To: ${messageId}`, 'X-MS-Exchange-Message-Is-Ndr:'],
      status: [
        'Reporting-MTA: dns;DB9PR01.eurprd01.prod.outlook.com',
        '',
        'Final-Recipient: rfc822;Gone@buyer.test',
        'Action: failed',
        'Status: 5.1.10',
        'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      ],
      original: ['text/rfc822-headers', 'Subject: Offer'],
    })
    expect(await readDeliveryReport(report)).toMatchObject([{ address: 'gone@buyer.test', isRecipientRefused: true }])
  })

  it('of Gmail: a domain that does not exist', async () => {
    const report = reportOf({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: 'Delivery Status Notification (Failure)',
      headers: ['X-Failed-Recipients: info@byuer.test', `References: ${messageId}`],
      status: [
        'Reporting-MTA: dns; googlemail.com',
        'Arrival-Date: Fri, 27 Nov 2026 01:00:00 -0800 (PST)',
        '',
        'Final-Recipient: rfc822; info@byuer.test',
        'Action: failed',
        'Status: 5.1.2',
        'Diagnostic-Code: smtp; The recipient server did not accept our requests to connect: DNS Error: NXDOMAIN',
      ],
    })
    expect(await readDeliveryReport(report)).toMatchObject([{ address: 'info@byuer.test', isRecipientRefused: true }])
  })

  it('of Exim, which is a plain text with the email behind it', async () => {
    const report = [
      'Return-Path: <>',
      'From: Mail Delivery System <Mailer-Daemon@host.test>',
      'Subject: Mail delivery failed: returning message to sender',
      'X-Failed-Recipients: dead@buyer.test',
      'Auto-Submitted: auto-replied',
      '',
      'This message was created automatically by mail delivery software.',
      'A message that you sent could not be delivered to one or more of its recipients.',
      'This is a permanent error. The following address(es) failed:',
      '',
      '  dead@buyer.test',
      '    SMTP error from remote mail server after RCPT TO:<dead@buyer.test>:',
      '    550 5.1.1 <dead@buyer.test>: User unknown',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      `Message-ID: ${messageId}`,
      'Subject: Offer',
    ].join('\r\n')
    expect(await readDeliveryReport(report)).toMatchObject([
      {
        messageId,
        address: 'dead@buyer.test',
        reason: expect.stringMatching(/^550 5\.1\.1/),
        isRecipientRefused: true,
      },
    ])
  })

  it('tells an email refused as spam from an address that refuses', async () => {
    const report = reportOf({
      status: [
        'Reporting-MTA: dns; relay.test',
        '',
        'Final-Recipient: rfc822; info@buyer.test',
        'Action: failed',
        'Status: 5.0.0',
        'Diagnostic-Code: smtp; 550 5.7.1 Message rejected as spam',
      ],
    })
    expect(await readDeliveryReport(report)).toMatchObject([{ address: 'info@buyer.test', isRecipientRefused: false }])
  })

  it('of several recipients names those that failed, by the address that the portal wrote to', async () => {
    const report = reportOf({
      status: [
        'Reporting-MTA: dns; relay.test',
        '',
        'Final-Recipient: rfc822; one@buyer.test',
        'Action: delivered',
        'Status: 2.0.0',
        '',
        'Original-Recipient: rfc822;two@buyer.test',
        'Final-Recipient: rfc822; two@elsewhere.test',
        'Action: failed',
        'Status: 5.2.2',
      ],
    })
    expect(await readDeliveryReport(report)).toMatchObject([{ address: 'two@buyer.test', isRecipientRefused: true }])
  })
})

describe('no failure is', () => {
  it('a delay', async () => {
    const report = reportOf({
      subject: 'Delayed Mail (still being retried)',
      status: [
        'Reporting-MTA: dns; relay.test',
        '',
        'Final-Recipient: rfc822; info@buyer.test',
        'Action: delayed',
        'Status: 4.4.1',
        'Will-Retry-Until: Wed, 2 Dec 2026 10:00:00 +0200',
      ],
    })
    expect(await readDeliveryReport(report)).toEqual([])
  })

  it.each([
    ['an automatic reply', ['Auto-Submitted: auto-replied', 'Subject: Out of office']],
    ['a person’s answer', ['Subject: Re: Offer']],
    ['a delay told by Exim', ['Auto-Submitted: auto-replied', 'Subject: Warning: message 1abc delayed 24 hours']],
  ])('%s', async (_what, headers) => {
    const message = ['From: info@buyer.test', `In-Reply-To: ${messageId}`, ...headers, '', 'I am back on 550 Monday.']
    expect(await readDeliveryReport(message.join('\r\n'))).toEqual([])
  })

  it('a report about an email that is not the portal’s', async () => {
    const report = reportOf({
      status: ['Reporting-MTA: dns; a', '', 'Final-Recipient: rfc822; a@b.test', 'Action: failed', 'Status: 5.1.1'],
      original: ['message/rfc822', 'Message-ID: <1@elsewhere.test>\n\nText'],
    })
    expect(await readDeliveryReport(report)).toEqual([])
  })
})
