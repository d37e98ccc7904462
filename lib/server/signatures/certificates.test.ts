import { expect, it } from '@jest/globals'
import * as asn1js from 'asn1js'
import { AttributeTypeAndValue, Certificate } from 'pkijs'
import { signerOf } from './certificates'

function certificateOf(value: asn1js.BaseStringBlock): Certificate {
  const certificate = new Certificate()
  certificate.subject.typesAndValues.push(new AttributeTypeAndValue({ type: '2.5.4.3', value }))
  return certificate
}

it.each([
  ['with a character that the database does not store', 'Коваль\u0000Олена', 'Коваль Олена'],
  ['that is written backwards', '\u202eанелО\u202c Коваль', 'анелО Коваль'],
  ['with half a character', 'Коваль \ud83d', 'Коваль \ufffd'],
  ['that is cut within a character', `${'К'.repeat(299)}😀`, `${'К'.repeat(299)}\ufffd`],
])('a signer’s name %s is plain text', (_what, value, name) => {
  expect(signerOf(certificateOf(new asn1js.BmpString({ value }))).name).toBe(name)
})
