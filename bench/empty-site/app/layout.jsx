export default function Layout({ children }) {
  return (
    <html lang="uk">
      <body>{children}</body>
    </html>
  )
}
