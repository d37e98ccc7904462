import { NextResponse } from 'next/server'

/** Does nothing. Without this file the build would use the portal's middleware, two folders up. */
export const config = { matcher: '/nowhere' }

export function middleware() {
  return NextResponse.next()
}
