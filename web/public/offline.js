// Opens what was asked for as soon as the line is back.
addEventListener('online', () => location.reload())
