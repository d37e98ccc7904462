declare module 'jkurwa' {
  interface DecodedCertificate {
    tbsCertificate: { extensions: unknown[] }
  }
  interface DstuCertificate {
    pubkey?: DstuPublicKey
    as_asn1(): Buffer
  }
  interface DstuPublicKey {
    verify(hash: Buffer, signature: Buffer, form: 'le'): boolean
  }
  interface DstuPrivateKey {
    sign(hash: Buffer, form: 'le'): Buffer
    pub(): DstuPublicKey
  }
  const jkurwa: {
    rfc3280: { Certificate: { decode(der: Buffer, form: 'der'): DecodedCertificate } }
    models: {
      Certificate: new (decoded: DecodedCertificate) => DstuCertificate
      Message: new (message: object) => { as_asn1(): Buffer }
    }
    Certificate: { signCert(options: object): DstuCertificate }
    Curve: { from_id(name: string): { keygen(): DstuPrivateKey } }
  }
  export default jkurwa
}

declare module 'gost89' {
  const gost89: {
    /** GOST 34.311-95 with the S-box of DSTU 4145. */
    gosthash(content: Buffer): Buffer
  }
  export default gost89
}
