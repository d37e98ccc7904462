/** A new key for one bid (R4.8): 128 random bits. `randomUUID` would need https, which a portal inside a plant may not have. */
export function newBidKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
