import gost89 from 'gost89'
import jkurwa from 'jkurwa'

interface Person {
  company: string
  edrpou: string
  surname: string
  givenName: string
}

/** Key usage as DER: a bit string with the bits for digital signature and non-repudiation. */
const USAGE_SIGN = '\u0003\u0002\u0006\u00C0'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** The S-box of DSTU 4145, packed as in certificates. */
const S_BOX = Buffer.from(
  'a9d6eb45f13c708280c4967b231f5eadf658eba4c037291d38d96bf025ca4e17f8e9720dc615b43a28975f0bc1dea36438b564ea2c179fd0123e6db8fac57904',
  'hex',
)

/** Creates a DSTU 4145 key. Its certificate is self-signed, so it cannot be mistaken for an accredited one. */
export function createSigningKey({ company, edrpou, surname, givenName }: Person, from: Date) {
  const key = Object.assign(jkurwa.Curve.from_id('DSTU_PB_257').keygen(), { algorithm: 'Dstu4145le', sbox: S_BOX })
  const name = {
    organizationName: company,
    commonName: `${surname} ${givenName}`,
    surname,
    givenName,
    serialNumber: edrpou,
    countryName: 'UA',
  }
  const certificate = jkurwa.Certificate.signCert({
    privkey: key,
    hash: gost89.gosthash,
    certData: {
      serial: 1 + Math.floor(Math.random() * 2 ** 31),
      issuer: name,
      subject: name,
      valid: { from: from.getTime(), to: from.getTime() + 2 * YEAR_MS },
      usage: USAGE_SIGN,
    },
  })
  return {
    certificate: certificate.as_asn1(),
    /** The numbers of a signature, as XML has them. */
    signBytes: (content: Buffer): Buffer => key.sign(gost89.gosthash(content), 'le'),
    /** Creates a CMS signature, which includes the signed content if `attached`. */
    sign(content: Buffer, { at, attached = false }: { at: Date; attached?: boolean }): Buffer {
      const contents = attached ? { data: content } : { dataHash: gost89.gosthash(content) }
      const message = new jkurwa.models.Message({
        type: 'signedData',
        cert: certificate,
        hash: gost89.gosthash,
        signer: key,
        signTime: at.getTime() / 1000,
        ...contents,
      })
      return message.as_asn1()
    },
  }
}
