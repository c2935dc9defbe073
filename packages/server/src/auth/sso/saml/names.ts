// The names that SAML 2.0 and signatures of XML give to things.

export const ASSERTION_NS = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const PROTOCOL_NS = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const METADATA_NS = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE_NS = 'http://www.w3.org/2000/09/xmldsig#';
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const POST_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
