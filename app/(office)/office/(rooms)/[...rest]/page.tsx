import { notFound } from 'next/navigation'

/** An address without a room: a 404 within the office's frame. */
export default function Page() {
  notFound()
}
