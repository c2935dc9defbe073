{{- define "countinghouse.labels" -}}
app.kubernetes.io/name: countinghouse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "countinghouse.name" -}}
{{- if contains "countinghouse" .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-countinghouse" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "countinghouse.image" -}}
{{ required "Set image.repository to where your image is." .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "countinghouse.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "countinghouse.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* Each secret is a file, named by its setting with _FILE. */}}
{{- define "countinghouse.environment" -}}
- { name: PUBLIC_URL, value: {{ required "Set publicUrl to the address people use." .Values.publicUrl | quote }} }
- { name: DATABASE_URL_FILE, value: /secrets/database-url }
- { name: AUTH_SECRET_FILE, value: /secrets/auth-secret }
- { name: METRICS_TOKEN_FILE, value: /secrets/metrics-token }
{{- with .Values.secretKeys }}
{{- if .replica }}
- { name: DATABASE_REPLICA_URL_FILE, value: /secrets/database-replica-url }
{{- end }}
{{- if .smtp }}
- { name: SMTP_URL_FILE, value: /secrets/smtp-url }
{{- end }}
{{- if .s3 }}
- { name: S3_ACCESS_KEY_FILE, value: /secrets/s3-access-key }
- { name: S3_SECRET_KEY_FILE, value: /secrets/s3-secret-key }
{{- end }}
{{- if .superToken }}
- { name: SUPER_TOKEN_FILE, value: /secrets/super-token }
{{- end }}
{{- end }}
{{- with .Values.keys.kmsKeyId }}
- { name: KMS_KEY_ID, value: {{ . | quote }} }
{{- end }}
- { name: TRUSTED_PROXIES, value: {{ .Values.trustedProxies | quote }} }
- { name: DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
- { name: CLUSTER_PORT, value: '3100' }
- name: CLUSTER_HOST
  valueFrom: { fieldRef: { fieldPath: status.podIP } }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{- define "countinghouse.mounts" -}}
- { name: secrets, mountPath: /secrets, readOnly: true }
- { name: data, mountPath: /data }
- { name: temporary, mountPath: /tmp }
{{- end -}}

{{/* Files of a Secret belong to root: the server's copy belongs to it alone. */}}
{{- define "countinghouse.keys" -}}
- name: keys
  image: {{ include "countinghouse.image" . | quote }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  command: [sh, -c, 'install -d -m 0700 /data/keys && install -m 0600 /keys/* /data/keys/']
  securityContext: {{- include "countinghouse.security" . | nindent 4 }}
  resources: {{- toYaml .Values.resources | nindent 4 }}
  volumeMounts:
    - { name: data, mountPath: /data }
    - { name: keys, mountPath: /keys, readOnly: true }
{{- end -}}

{{- define "countinghouse.volumes" -}}
- name: secrets
  secret: { secretName: {{ required "Set secret to the name of the Secret with database-url, auth-secret and metrics-token." .Values.secret }}, defaultMode: 0440 }
- { name: data, emptyDir: {} }
- { name: temporary, emptyDir: {} }
{{- if .Values.keys.secret }}
- name: keys
  secret: { secretName: {{ .Values.keys.secret }}, defaultMode: 0440 }
{{- else if not .Values.keys.kmsKeyId }}
{{- fail "Set keys.kmsKeyId or keys.secret: without a key that all servers share nothing that one wrote is read by another." }}
{{- end }}
{{- end -}}
