/** Passwords in addresses, kept out of what is written down: rather too much is masked than too little. */

/**
 * `postgresql://me:secret@host` as `postgresql://me:***@host`, as the server writes it. What is traced is JSON: a backslash
 * belongs to the character behind it, so a quote inside the password does not end it.
 */
export function maskPasswords(text: string): string {
  return text.replace(/:\/\/(?:[^\s"\\]|\\[^nrt])+/g, maskLogin).replace(/([?&](?:ssl)?password=)[^&\s"\\]+/g, "$1***");
}

/** Up to the last at sign, which a password may have too. Cut there first: a search for it at each address takes long. */
function maskLogin(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? address : address.slice(0, at).replace(/(:\/\/[^/?#:@\\]*:).*/s, "$1***") + address.slice(at);
}
